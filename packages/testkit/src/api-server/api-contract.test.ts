import { afterAll } from 'vitest';
import { apiContract } from './api-contract.ts';
import { startApiServer } from './start-api-server.ts';

// An external server, such as `kubectl proxy` in front of a real one, can be put to the same test.
const external = process.env.KUBE_OVN_CONTRACT_URL;
const server = external ? undefined : await startApiServer();
afterAll(() => server?.close());

apiContract(external ? 'external API server' : 'in-memory API server', () => ({ url: external ?? server?.url ?? '' }));
