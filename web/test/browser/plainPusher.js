/** A plain Pusher server lacks these features of the chat's own socket server. */
const OWN = ['welcome', 'socketSend', 'presence', 'typing'];
const CHANNEL = 'presence-chat';

/**
 * A plain Pusher server between pages and the chat under test. It passes on the events that a POST triggers, and
 * announces members of the presence channel by member_added and member_removed.
 */
export class PlainPusher {
  /** The texts of messages whose POST broke. */
  broken = [];
  /** Breaks the connection of a POST before or after its message is stored. */
  breaksPosts = '';
  clientEvents = [];
  #subscribed = new Map();

  constructor(server) {
    this.server = server;
  }

  async serve(page) {
    const { config } = this.server;
    const features = config.features.filter((feature) => !OWN.includes(feature));
    const pusher = { wire: 'pusher', key: 'key', channel: CHANNEL, authEndpoint: '/broadcasting/auth' };
    await page.route('**/config', (route) => route.fulfill({ json: { ...config, ...pusher, features } }));
    await page.route('**/broadcasting/auth', async (route) => {
      const { user } = await (await page.request.get('/me')).json();
      const channel_data = JSON.stringify({ user_id: user.id, user_info: user });
      await route.fulfill({ json: { auth: 'key:unchecked', channel_data } });
    });
    await page.route('**/messages', async (route) => {
      const where = this.breaksPosts;
      const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' };
      if (where) this.broken.push(route.request().postDataJSON().text);
      if (where === 'before') return route.fulfill(badGateway);
      const response = await route.fetch();
      await route.fulfill(where === 'after' ? badGateway : { response });
      if (response.status() === 201) this.#tell('messages', { messages: [(await response.json()).message] });
    });
    await page.routeWebSocket(/./, (socket) => this.#accept(socket));
  }

  breakSockets() {
    for (const socket of this.#subscribed.keys()) socket.close();
    this.#subscribed.clear();
  }

  /** Members by id: several sockets of one user are one member. */
  get #members() {
    return new Map([...this.#subscribed.values()].map((user) => [user.id, user]));
  }

  #accept(socket) {
    socket.send(frame('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 }));
    socket.onMessage((text) => {
      const { event, data } = JSON.parse(String(text));
      if (event === 'pusher:ping') socket.send(frame('pusher:pong', {}));
      if (event.startsWith('client-')) this.clientEvents.push(event);
      if (event === 'pusher:subscribe') this.#subscribe(socket, JSON.parse(data.channel_data));
    });
    socket.onClose(() => {
      const user = this.#subscribed.get(socket);
      this.#subscribed.delete(socket);
      if (user && !this.#members.has(user.id)) this.#tell('pusher_internal:member_removed', { user_id: user.id });
    });
  }

  #subscribe(socket, member) {
    const isNew = !this.#members.has(member.user_id);
    if (isNew) this.#tell('pusher_internal:member_added', member);
    this.#subscribed.set(socket, member.user_info);
    const hash = Object.fromEntries(this.#members);
    const presence = { count: this.#members.size, ids: Object.keys(hash), hash };
    socket.send(frame('pusher_internal:subscription_succeeded', { presence }));
  }

  #tell(event, data) {
    for (const socket of this.#subscribed.keys()) socket.send(frame(event, data));
  }
}

const frame = (event, data) => JSON.stringify({ event, channel: CHANNEL, data: JSON.stringify(data) });
