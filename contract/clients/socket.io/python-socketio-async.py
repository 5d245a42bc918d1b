"""python3 contract/clients/socket.io/python-socketio-async.py URL TEXT (Debian: python3-socketio, python3-aiohttp)"""

import asyncio
import sys
import time

import aiohttp
import socketio

url, text = sys.argv[1:3]


async def main():
    login = {"login": f"py-{time.time_ns():x}", "password": "open sesame", "token": True}
    async with aiohttp.ClientSession() as session:
        config = await (await session.get(f"{url}/config")).json()
        token = (await (await session.post(f"{url}/login", json=login)).json())["token"]
    client = socketio.AsyncClient()

    @client.on("messages")
    async def messages(event):
        for message in event["messages"]:
            print(message["id"], message["user"]["name"], message["text"])
            if message["text"] == text:
                await client.disconnect()

    await client.connect(config["socketUrl"], auth={"token": token}, transports=["websocket"])
    answer = await client.call("message", {"text": text, "clientId": str(time.time_ns())})
    assert answer["ok"], answer
    await client.wait()


asyncio.run(main())
