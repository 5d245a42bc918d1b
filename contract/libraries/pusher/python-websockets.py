"""Pusher's events by hand: python3 python-websockets.py URL TEXT (Debian: python3-websockets)"""

import asyncio
import json
import sys
import time
import urllib.parse
import urllib.request

import websockets

url, text = sys.argv[1:3]


def ask(path, data=None, headers={}):
    return json.load(urllib.request.urlopen(urllib.request.Request(url + path, data, headers)))


async def main():
    config = ask("/config")
    login = {"login": f"py-{time.time_ns():x}", "password": "open sesame", "token": True}
    token = ask("/login", json.dumps(login).encode(), {"Content-Type": "application/json"})["token"]
    channel = config["channel"]
    async with websockets.connect(f"{config['socketUrl']}/app/{config['key']}?protocol=7") as socket:

        async def send(event, data):
            await socket.send(json.dumps({"event": event, "channel": channel, "data": data}))

        async for frame in socket:
            event = json.loads(frame)
            data = json.loads(event.get("data") or "{}")
            match event["event"]:
                case "pusher:connection_established":
                    form = {"socket_id": data["socket_id"], "channel_name": channel}
                    body = urllib.parse.urlencode(form).encode()
                    proof = ask(config["authEndpoint"], body, {"Authorization": f"Bearer {token}"})
                    await send("pusher:subscribe", {"channel": channel, **proof})
                case "pusher:ping":
                    await send("pusher:pong", {})
                case "welcome":
                    await send("client-message", {"text": text, "clientId": str(time.time_ns())})
                case "messages":
                    for message in data["messages"]:
                        print(message["id"], message["user"]["name"], message["text"])
                    if any(message["text"] == text for message in data["messages"]):
                        return


asyncio.run(main())
