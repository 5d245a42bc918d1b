"""Users, sessions and messages in SQLite: one process, one connection, one call at a time."""

import hashlib
import os
import secrets
import sqlite3
import time
from datetime import datetime, timezone

from fields import key_of

SCHEMA = """
pragma journal_mode = wal;
create table if not exists users (id text primary key, name text, key text unique, password blob);
create table if not exists sessions (handle text primary key, user_id text, expires real);
create table if not exists messages (
  id integer primary key, user_id text, name text, client_id text, text text, at text, unique (user_id, client_id)
);
"""
SALT_BYTES = 16


def hash_password(password, salt=None):
    salt = salt or os.urandom(SALT_BYTES)
    return salt + hashlib.scrypt(password.encode(), salt=salt, n=2**12, r=8, p=1)


def is_password(password, hashed):
    return secrets.compare_digest(hashed, hash_password(password, hashed[:SALT_BYTES]))


def handle_of(token):
    """The store has only this hash of a token, so that a copy of the database opens no session."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def message_of(row):
    user = {"id": row["user_id"], "name": row["name"]}
    return {"id": row["id"], "user": user, "text": row["text"], "at": row["at"], "clientId": row["client_id"]}


class Store:
    def __init__(self, file):
        self.db = sqlite3.connect(file, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript(SCHEMA)

    def one(self, query, *values):
        return self.db.execute(query, values).fetchone()

    def user_named(self, name):
        """(user, hash of the password), or None."""
        row = self.one("select id, name, password from users where key = ?", key_of(name))
        return row and ({"id": row["id"], "name": row["name"]}, row["password"])

    def register(self, name, hashed):
        """The new user; None if another user has the name."""
        order = "insert into users values (hex(randomblob(8)), ?, ?, ?) on conflict do nothing returning id, name"
        row = self.one(order, name, key_of(name), hashed)
        return row and dict(row)

    def begin_session(self, user, seconds):
        token = secrets.token_urlsafe(24)
        self.db.execute("insert into sessions values (?, ?, ?)", (handle_of(token), user["id"], time.time() + seconds))
        return token

    def session(self, token):
        """(handle, user) of a token, or None."""
        if not isinstance(token, str):
            return None
        order = "select id, name from sessions join users on id = user_id where handle = ? and expires > ?"
        row = self.one(order, handle_of(token), time.time())
        return row and (handle_of(token), dict(row))

    def end_session(self, handle):
        self.db.execute("delete from sessions where handle = ?", (handle,))

    def append(self, user, text, client_id):
        """(message, whether new): a repeated clientId of the user gives the first message."""
        at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        added = self.one(
            "insert into messages (user_id, name, client_id, text, at) values (?, ?, ?, ?, ?) "
            "on conflict do nothing returning *",
            *(user["id"], user["name"], client_id, text, at),
        )
        known = "select * from messages where user_id = ? and client_id = ?"
        return message_of(added or self.one(known, user["id"], client_id)), added is not None

    def oldest_after(self, id, limit):
        """(messages in rising order, whether more exist)"""
        order = "select * from messages where id > ? order by id limit ?"
        rows = self.db.execute(order, (id, limit + 1)).fetchall()
        return [message_of(row) for row in rows[:limit]], len(rows) > limit

    def newest_before(self, id, limit):
        order = "select * from messages where id < ? order by id desc limit ?"
        rows = self.db.execute(order, (id, limit + 1)).fetchall()
        return [message_of(row) for row in reversed(rows[:limit])], len(rows) > limit

    def last_id(self):
        return self.one("select coalesce(max(id), 0) from messages")[0]
