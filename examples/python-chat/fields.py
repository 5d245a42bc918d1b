"""The contract's rules for fields; contract/vectors.json has the edge cases."""

import json
import unicodedata
from functools import partial
from pathlib import Path

import regex

CONTRACT = json.loads((Path(__file__).parents[2] / "contract/contract.json").read_text("utf-8"))
ERRORS, LIMITS, NAMES = CONTRACT["errors"], CONTRACT["limits"], CONTRACT["names"]
# Python's strip() knows other white space.
SPACE = f"[{CONTRACT['trimmed']}]"


class ChatError(Exception):
    """An error of contract.json, by its code; `body` is its JSON."""

    def __init__(self, code, field=None):
        super().__init__(code)
        self.status = ERRORS[code]["status"]
        self.body = {"code": code, "message": ERRORS[code]["message"]} | ({"field": field} if field else {})


def json_object(value):
    """The value, if it is an object without lone surrogates and NaN."""
    try:
        if isinstance(value, dict):
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
            return value
    except (ValueError, RecursionError):
        pass
    raise ChatError("bad_json")


def text_of(body, *, field, most, empty="empty_field", blank="", forbidden=r"\p{Cc}", tidy=str, size=len):
    """A text of a body, as the chat stores it."""
    sent = body.get(field)
    if not isinstance(sent, (str, type(None))):
        raise ChatError(f"{field}_invalid", field)
    text = tidy((sent or "").replace("\r\n", "\n"))
    if regex.fullmatch(blank, text):
        raise ChatError(empty, field)
    if regex.search(forbidden, text):
        raise ChatError(f"{field}_invalid", field)
    if size(text) > most:
        raise ChatError(f"{field}_too_long", field)
    return text


def tidy_login(login):
    return unicodedata.normalize("NFC", regex.sub(f"^{SPACE}+|{SPACE}+$", "", login))


login = partial(text_of, field="login", most=LIMITS["loginMax"], tidy=tidy_login)
password = partial(text_of, field="password", most=LIMITS["passwordMaxBytes"], size=lambda text: len(text.encode()))
text = partial(
    text_of, field="text", most=LIMITS["textMax"], empty="empty_text", blank=f"{SPACE}*", forbidden=r"[^\P{Cc}\t\n]"
)


def client_id(body):
    value = body.get("clientId")
    if not isinstance(value, str) or not regex.fullmatch(CONTRACT["patterns"]["clientId"], value):
        raise ChatError("client_id_invalid", "clientId")
    return value


def one_script(scripts):
    letters = regex.sub(r"\w+", r"\\p{scx=\g<0>}", scripts)
    return f"[{letters}{NAMES['inEveryScript']}]+"


SCRIPTS = [*" ".join(NAMES["scripts"]).split(), *NAMES["scriptsTogether"]]
NEW_NAME = regex.compile(f"(?=(?:{NAMES['characters']})+\\Z)(?:{'|'.join(map(one_script, SCRIPTS))})")


def must_be_new_name(name):
    if not NEW_NAME.fullmatch(name):
        raise ChatError("login_invalid", "login")


def key_of(name):
    """Names with the same key belong to one user."""
    return unicodedata.normalize("NFKC", name).upper().lower()
