export type { ApiObject, Metadata } from './api-object.ts';
export { ApiFailure } from './failure.ts';
export type { FaultFilter, Faults } from './faults.ts';
export type { AnyObject, Objects, PatchRequest } from './objects.ts';
export type { LoggedRequest, WriteCounters, WriteFilter } from './request-log.ts';
export type { Column, ResourceDefinition } from './resource-definition.ts';
export { type ApiServer, type ApiServerOptions, startApiServer } from './start-api-server.ts';
export type { Commit } from './storage.ts';
