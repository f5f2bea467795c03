// What runs in the two pods of the traffic, as source for `node -e`: an echo of datagrams and a stream, and who uses both.

export const UDP_PORT = 7000;
export const TCP_PORT = 7001;

export const SERVER = `
const udp = require('node:dgram').createSocket('udp6');
udp.on('message', (data, from) => udp.send(data, from.port, from.address));
udp.bind(${UDP_PORT});
require('node:net').createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(${TCP_PORT}, '::');
`;

/** A datagram each millisecond, and 400 kB/s on one connection that is never made anew. One line of JSON every 200 ms. */
export const CLIENT = `
const target = process.env.TARGET;
const six = target.includes(':');
const udp = require('node:dgram').createSocket(six ? 'udp6' : 'udp4');
let sent = 0, received = 0, last = performance.now(), gap = 0, bytes = 0, broken = '';
const note = () => { const now = performance.now(); gap = Math.max(gap, now - last); return now; };
udp.on('message', () => { received++; last = note(); });
udp.on('error', () => {});
const data = Buffer.alloc(32);
let due = performance.now();
setInterval(() => {
  for (const now = performance.now(); due <= now; due += 1) { sent++; udp.send(data, ${UDP_PORT}, target, () => {}); }
}, 1);
const stream = require('node:net').connect(${TCP_PORT}, target);
const chunk = Buffer.alloc(4096);
stream.on('connect', () => setInterval(() => stream.writableLength < 1e6 && stream.write(chunk), 10));
stream.on('data', (part) => { bytes += part.length; });
stream.on('error', (error) => { broken = error.message; });
stream.on('close', () => { broken ||= 'closed'; });
setInterval(() => {
  note();
  console.log(JSON.stringify({ at: Date.now(), sent, received, gap: Math.round(gap), bytes, broken }));
  gap = 0;
}, 200);
`;
