export * from './ovn/index.ts';
