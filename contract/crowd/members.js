import { inPools } from '../suite/pools.js';
import { freshLogin, Person } from '../suite/person.js';

/**
 * @typedef {object} Member one of the crowd: logged in and joined
 * @property {Person} person
 * @property {import('../drivers/driver.js').RawConnection} socket
 *
 * @typedef {object} Notices what a member passes on of what it reads
 * @property {(member: Member, welcome: any) => void} joined
 * @property {(member: Member, message: any) => void} message
 * @property {(member: Member, presence: any) => void} presence
 * @property {(clientId: string | undefined, ack: import('../drivers/driver.js').Ack) => void} ack
 * @property {(member: Member, code: number) => void} closed
 */

/**
 * People who log in a few at a time, as people do, and join.
 * @param {import('../suite/server.js').Server} server @param {number} size @param {Notices} notices @returns {Promise<Member[]>}
 */
export async function gather(server, size, notices) {
  /** @type {Member[]} */
  const members = [];
  await inPools(
    Array.from({ length: size }, (_, i) => i + 1),
    4,
    async () => {
      const person = await Person.enter(server, freshLogin('crowd'));
      const socket = await server.driver.raw(server, person.cookie);
      const member = { person, socket };
      members.push(member);
      listen(member, notices);
    },
  );
  return members;
}

/** @param {Member} member @param {Notices} notices */
function listen(member, notices) {
  const { inbox } = member.socket;
  notices.joined(member, inbox.events.find(({ name }) => name === 'welcome')?.payload);
  const read = () => {
    // Taken out at once: an hour of them is millions.
    for (const { name, payload } of inbox.events.splice(0)) {
      if (name === 'messages') for (const message of payload.messages) notices.message(member, message);
      else if (name === 'presence') notices.presence(member, payload);
      else if (name === 'ack') {
        const { clientId, ack } = member.socket.answered(payload);
        notices.ack(clientId, ack);
      }
    }
  };
  inbox.watchers.add(read);
  read();
  member.socket.closed.then((code) => notices.closed(member, code));
}
