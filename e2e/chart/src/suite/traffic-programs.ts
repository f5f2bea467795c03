// What runs in the two pods of the traffic, as source for `node -e`: an echo of datagrams and a stream, and who uses both.

export const UDP_PORT = 7000;
export const TCP_PORT = 7001;

export const SERVER = `
const udp = require('node:dgram').createSocket('udp6');
udp.on('message', (data, from) => udp.send(data, from.port, from.address));
udp.bind(${UDP_PORT}, () => udp.setRecvBufferSize(2 ** 20));
require('node:net').createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(${TCP_PORT}, '::');
`;

/**
 * A datagram each millisecond, and 400 kB/s on one connection that is never made anew. One line of JSON every 200 ms about all
 * datagrams that are older than a second: \`gap\` is the longest row of unanswered ones, and \`rows\` are those that have ended, with
 * the time at which they began. A process that had to wait for its CPU is
 * no gap: what it did not send is not missed.
 */
export const CLIENT = `
const target = process.env.TARGET;
const udp = require('node:dgram').createSocket(target.includes(':') ? 'udp6' : 'udp4');
const SIZE = 2 ** 16;
const sentAt = new Float64Array(SIZE), answered = new Uint8Array(SIZE);
let next = 0, judged = 0, sent = 0, received = 0, row = 0, gap = 0, bytes = 0, broken = '', rows = [], began = 0;
udp.on('message', (data) => { answered[data.readUInt32BE(0) % SIZE] = 1; });
udp.on('error', () => {});
udp.bind(0, () => udp.setRecvBufferSize(2 ** 20));
let due = performance.now();
setInterval(() => {
  const now = performance.now();
  if (now - due > 20) due = now;
  for (; due <= now; due += 1) {
    const data = Buffer.alloc(32);
    data.writeUInt32BE(next, 0);
    sentAt[next % SIZE] = now;
    answered[next % SIZE] = 0;
    next++;
    udp.send(data, ${UDP_PORT}, target, () => {});
  }
}, 1);
const stream = require('node:net').connect(${TCP_PORT}, target);
const chunk = Buffer.alloc(4096);
stream.on('connect', () => setInterval(() => stream.writableLength < 1e6 && stream.write(chunk), 10));
stream.on('data', (part) => { bytes += part.length; });
stream.on('error', (error) => { broken = error.message; });
stream.on('close', () => { broken ||= 'closed'; });
setInterval(() => {
  for (const now = performance.now(); judged < next && now - sentAt[judged % SIZE] > 1000; judged++) {
    sent++;
    if (!answered[judged % SIZE]) {
      if (row++ === 0) began = performance.timeOrigin + sentAt[judged % SIZE];
      gap = Math.max(gap, row);
      continue;
    }
    if (row > 0) rows.push({ began: Math.round(began), lost: row });
    received++;
    row = 0;
  }
  console.log(JSON.stringify({ at: Date.now(), sent, received, gap, bytes, broken, rows }));
  gap = row;
  rows = [];
}, 200);
`;
