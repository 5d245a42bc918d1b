"""Users, sessions and messages in SQLite: one process, one connection, one call at a time."""

import hashlib
import os
import secrets
import sqlite3
import time

from fields import key_of

SCHEMA = """
create table if not exists users (id integer primary key, name text, key text unique, password blob);
create table if not exists sessions (handle text primary key, user_id integer, expires real);
create table if not exists messages (
  id integer primary key, user_id integer, client_id text, text text, at text, unique (user_id, client_id)
);
"""
MESSAGE = "select m.id, m.text, m.at, m.client_id, u.id, u.name from messages m join users u on u.id = m.user_id"
SALT_BYTES = 16


class Store:
    def __init__(self, file):
        self.db = sqlite3.connect(file, isolation_level=None)
        self.db.execute("pragma journal_mode = wal")
        self.db.executescript(SCHEMA)

    def user_named(self, name):
        """(user, hash of the password), or None. An exact match of the name comes first."""
        order = "select id, name, password from users where name = ? or key = ? order by name = ? desc limit 1"
        row = self.db.execute(order, (name, key_of(name), name)).fetchone()
        return row and ({"id": str(row[0]), "name": row[1]}, row[2])

    def register(self, name, password):
        """The new user; None if another user has the name."""
        order = "insert into users (name, key, password) values (?, ?, ?) on conflict do nothing returning id"
        row = self.db.execute(order, (name, key_of(name), password)).fetchone()
        return row and {"id": str(row[0]), "name": name}

    @staticmethod
    def hash_password(password, salt=None):
        salt = salt or os.urandom(SALT_BYTES)
        return salt + hashlib.scrypt(password.encode(), salt=salt, n=2**12, r=8, p=1)

    @staticmethod
    def is_password(password, hashed):
        return secrets.compare_digest(hashed, Store.hash_password(password, hashed[:SALT_BYTES]))

    def begin_session(self, user, seconds):
        """A random token. The store has only its hash, so that a copy of the database opens no session."""
        token = secrets.token_urlsafe(24)
        self.db.execute("insert into sessions values (?, ?, ?)", (handle_of(token), user["id"], time.time() + seconds))
        return token

    def session(self, token):
        """(handle, user) of a token, or None."""
        order = (
            "select handle, u.id, u.name from sessions join users u on u.id = user_id "
            "where handle = ? and expires > ?"
        )
        row = self.db.execute(order, (handle_of(token), time.time())).fetchone()
        return row and (row[0], {"id": str(row[1]), "name": row[2]})

    def end_session(self, handle):
        self.db.execute("delete from sessions where handle = ?", (handle,))

    def last_id(self):
        return self.db.execute("select coalesce(max(id), 0) from messages").fetchone()[0]

    def append(self, user, text, client_id, at):
        """(message, whether new): a repeated clientId of the user gives the first message."""
        order = (
            "insert into messages select coalesce(max(id), 0) + 1, ?, ?, ?, ? from messages where true "
            "on conflict (user_id, client_id) do nothing"
        )
        is_new = self.db.execute(order, (user["id"], client_id, text, at)).rowcount == 1
        row = self.db.execute(f"{MESSAGE} where user_id = ? and client_id = ?", (user["id"], client_id)).fetchone()
        return message_of(row), is_new

    def page(self, after, before, limit):
        """(messages in rising order, whether more exist): the oldest above `after`, or the newest below
        `before`."""
        if after is not None:
            rows = self.db.execute(f"{MESSAGE} where m.id > ? order by m.id limit ?", (after, limit + 1)).fetchall()
            return [message_of(row) for row in rows[:limit]], len(rows) > limit
        order = f"{MESSAGE} where m.id < ? order by m.id desc limit ?"
        rows = self.db.execute(order, (2**53 if before is None else before, limit + 1)).fetchall()
        return [message_of(row) for row in rows[:limit]][::-1], len(rows) > limit


def handle_of(token):
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest() if isinstance(token, str) else ""


def message_of(row):
    return {"id": row[0], "user": {"id": str(row[4]), "name": row[5]}, "text": row[1], "at": row[2], "clientId": row[3]}
