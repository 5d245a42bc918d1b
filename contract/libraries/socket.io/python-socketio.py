"""python3 contract/libraries/socket.io/python-socketio.py URL TEXT (Debian: python3-socketio, -requests, -websocket)"""

import json
import sys
import time
import urllib.request

import socketio

url, text = sys.argv[1:3]


def ask(path, body=None):
    data = body and json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))


login = {"login": f"py-{time.time_ns():x}", "password": "open sesame", "token": True}
token = ask("/login", login)["token"]
client = socketio.Client()


@client.on("messages")
def messages(event):
    for message in event["messages"]:
        print(message["id"], message["user"]["name"], message["text"])
        if message["text"] == text:
            client.disconnect()


client.connect(ask("/config")["socketUrl"], auth={"token": token}, transports=["websocket"])
answer = client.call("message", {"text": text, "clientId": str(time.time_ns())})
assert answer["ok"], answer
client.wait()
