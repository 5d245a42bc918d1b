"""The contract's rules for fields; contract/vectors.json has the edge cases."""

import json
import unicodedata
from pathlib import Path

import regex

CONTRACT = json.loads((Path(__file__).parents[2] / "contract/contract.json").read_text("utf-8"))
LIMITS, NAMES = CONTRACT["limits"], CONTRACT["names"]
SPACE = CONTRACT["trimmed"]
TRIM = regex.compile(f"^[{SPACE}]+|[{SPACE}]+$")
CONTROL = regex.compile(r"\p{Cc}")
CLIENT_ID = regex.compile(CONTRACT["patterns"]["clientId"].rstrip("$") + r"\Z")


def one_of_scripts(scripts):
    letters = "".join(rf"\p{{scx={script}}}" for script in scripts)
    return f"(?:[{letters}{NAMES['inEveryScript']}]+)"


SCRIPTS = [[script] for line in NAMES["scripts"] for script in line.split()]
SCRIPTS += [line.split() for line in NAMES["scriptsTogether"]]
NEW_NAME = regex.compile(f"(?=(?:{'|'.join(map(one_of_scripts, SCRIPTS))})\\Z)(?:{NAMES['characters']})+\\Z")


class ChatError(Exception):
    """An error of contract.json, by its code."""

    def __init__(self, code, field=None):
        super().__init__(code)
        self.code, self.field = code, field


def no_constant(_name):
    raise ValueError("NaN and Infinity are no JSON")


class Json:
    """JSON for python-socketio, without escapes in texts."""

    loads = staticmethod(json.loads)

    @staticmethod
    def dumps(data, **options):
        return json.dumps(data, ensure_ascii=False, **options)


def json_object(body):
    """The JSON object of a body in UTF-8; an empty body is {}."""
    if not body:
        return {}
    try:
        return an_object(json.loads(body.decode("utf-8"), parse_constant=no_constant))
    except (ValueError, RecursionError):
        raise ChatError("bad_json") from None


def an_object(value):
    """The value, if it is an object without lone surrogates."""
    try:
        if isinstance(value, dict):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
            return value
    except (ValueError, RecursionError):
        pass
    raise ChatError("bad_json")


def login(value):
    """A login, trimmed and in NFC. Accounts older than the rule for new names keep their names."""
    if value is None:
        raise ChatError("empty_field", "login")
    if not isinstance(value, str):
        raise ChatError("login_invalid", "login")
    name = unicodedata.normalize("NFC", TRIM.sub("", value))
    if name == "":
        raise ChatError("empty_field", "login")
    if len(name) > LIMITS["loginMax"]:
        raise ChatError("login_too_long", "login")
    return name


def must_be_new_name(name):
    if not NEW_NAME.match(name):
        raise ChatError("login_invalid", "login")


def key_of(name):
    """Names with the same key belong to one user."""
    return unicodedata.normalize("NFKC", name).upper().lower()


def password(value):
    if value is None or value == "":
        raise ChatError("empty_field", "password")
    if not isinstance(value, str) or CONTROL.search(value):
        raise ChatError("password_invalid", "password")
    if len(value.encode("utf-8")) > LIMITS["passwordMaxBytes"]:
        raise ChatError("password_too_long", "password")
    return value


def text(value):
    if value is None:
        raise ChatError("empty_text", "text")
    if not isinstance(value, str):
        raise ChatError("text_invalid", "text")
    clean = value.replace("\r\n", "\n")
    if TRIM.sub("", clean) == "":
        raise ChatError("empty_text", "text")
    if CONTROL.search(clean.replace("\t", "").replace("\n", "")):
        raise ChatError("text_invalid", "text")
    if len(clean) > LIMITS["textMax"]:
        raise ChatError("text_too_long", "text")
    return clean


def client_id(value):
    if not isinstance(value, str) or not CLIENT_ID.match(value):
        raise ChatError("client_id_invalid", "clientId")
    return value
