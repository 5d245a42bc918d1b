"""The routes of the studies on Flask, as its documentation would write them: FOLDER=... gunicorn server:app"""

import json
import os
import sqlite3
from pathlib import Path

import jwt
from flask import Blueprint, Flask, abort, g, request, session

FOLDER = os.environ["FOLDER"]
SECRET = "measured on loopback, secret to nobody"
TEXT = "All that a page says to everybody. " * 120

app = Flask(__name__, static_folder=f"{FOLDER}/static")
app.secret_key = SECRET
todos = Blueprint("todos", __name__, url_prefix="/todos")


def db():
    if "db" not in g:
        g.db = sqlite3.connect(f"{FOLDER}/data.db", isolation_level=None, timeout=20)
        g.db.row_factory = sqlite3.Row
        g.db.execute("PRAGMA synchronous = NORMAL")
    return g.db


def rows(query, *values):
    return [dict(row) for row in db().execute(query, values)]


@app.teardown_appcontext
def close(_error):
    if "db" in g:
        g.db.close()


@app.get("/greet")
def greet():
    return "Hello!"


@app.get("/fibonacci/<int:n>")
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return str(a)


@app.get("/name_list")
def name_list():
    return [row["name"] for row in rows("SELECT name FROM names ORDER BY id")]


@app.get("/find_by_name")
def find_by_name():
    return rows("SELECT id, name FROM names WHERE name = ?", request.args["name"])


@app.route("/method", methods=["GET", "POST", "PUT", "DELETE"])
def method():
    return {"method": request.method}, 201 if request.method == "POST" else 200


@app.post("/login")
def login():
    return {"token": jwt.encode({"sub": request.json["login"]}, SECRET, algorithm="HS256")}


@todos.before_request
def authenticate():
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    try:
        g.user = jwt.decode(token, SECRET, algorithms=["HS256"])["sub"]
    except jwt.InvalidTokenError:
        abort(401)


@todos.post("")
def add():
    title = request.json["title"]
    added = db().execute("INSERT INTO todos (owner, title, done) VALUES (?, ?, 0)", (g.user, title))
    return {"id": added.lastrowid, "title": title, "done": False}, 201


@todos.get("")
def newest():
    return rows("SELECT * FROM todos ORDER BY id DESC LIMIT ?", request.args.get("limit", 100, type=int))


@todos.get("/<int:number>")
def one(number):
    found = rows("SELECT * FROM todos WHERE id = ?", number)
    return found[0] if found else abort(404)


@todos.put("/<int:number>")
def edit(number):
    title, done = request.json["title"], request.json["done"]
    db().execute("UPDATE todos SET title = ?, done = ? WHERE id = ?", (title, done, number))
    return {"id": number, "title": title, "done": done}


@todos.delete("/<int:number>")
def delete(number):
    db().execute("DELETE FROM todos WHERE id = ?", (number,))
    return "", 204


@app.get("/page")
def page():
    session["visits"] = session.get("visits", 0) + 1
    return f"<p>Visit {session['visits']}</p><p>{TEXT}</p>"


@app.post("/upload")
def upload():
    return {"bytes": len(request.get_data())}


app.register_blueprint(todos)
# Once, before the workers are forked.
with app.app_context():
    db().executescript(
        "PRAGMA journal_mode = WAL;"
        "CREATE TABLE todos (id INTEGER PRIMARY KEY, owner TEXT, title TEXT, done INTEGER);"
        "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT);"
    )
    names = json.loads((Path(__file__).parents[1] / "names.json").read_text("utf-8"))
    db().executemany("INSERT INTO names (name) VALUES (?)", [(name,) for name in names])
