// Owns a lab from outside: starts its namespaces, and lends it a port of 127.0.0.1. It runs in the background; when it ends,
// however it ends, the kernel ends everything inside.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forwardSocket, startIsolated } from '@kube-ovn/testkit/launch';
import { API_SOCKET, PORT_FILE, RUN } from '../paths.ts';
import { readRecord, writeRecord } from '../state/lab-record.ts';

const record = readRecord();
if (!record) throw new Error('there is no record of a lab to keep');
const forwarder = await forwardSocket(RUN, API_SOCKET);
writeFileSync(PORT_FILE, String(forwarder.port));
const lab = await startIsolated(join(import.meta.dirname, '../inside/warden.ts'), record.options);
writeRecord({ ...record, init: lab.init });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void lab.end());
const code = await lab.ended;
console.log(`the lab has ended (${code})`);
process.exit(code);
