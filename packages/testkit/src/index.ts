export * from './api-server/index.ts';
export * from './ovn/index.ts';
