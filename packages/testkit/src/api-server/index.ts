export { ApiFailure } from './failure.ts';
export type { FaultFilter, Faults } from './faults.ts';
export type { LoggedRequest, WriteCounters, WriteFilter } from './http/request-log.ts';
export type { AnyObject, Objects, PatchRequest } from './objects.ts';
export type { Column, ResourceDefinition } from './resources/resource-definition.ts';
export { type ApiServer, type ApiServerOptions, startApiServer } from './start-api-server.ts';
export type { ApiObject, Metadata } from './store/api-object.ts';
export type { Commit } from './store/storage.ts';
