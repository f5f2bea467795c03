// Every refusal of the server: an HTTP status with the Status object that clients decode.
import type { Json, JsonObject } from './json/json.ts';

export interface FailedResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

export interface Cause extends JsonObject {
  readonly field: string;
  readonly message: string;
  readonly reason: string;
}

interface FailureDetails {
  readonly resource?: FailedResource;
  readonly name?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  readonly retryAfterSeconds?: number;
}

/** Thrown by the write and read paths, turned into a response at the single door in http/handler.ts. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: number;
  readonly reason: string;
  readonly details: FailureDetails;

  constructor(code: number, reason: string, message: string, details: FailureDetails = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  toStatus(): JsonObject {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      details: detailsJson(this.details),
      code: this.code,
    };
  }
}

export function successStatus(resource: FailedResource, name: string, uid: string): JsonObject {
  const details = detailsJson({ resource, name, uid });
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

function detailsJson({ resource, name, uid, causes, retryAfterSeconds }: FailureDetails): JsonObject | undefined {
  if (!resource && !causes && retryAfterSeconds === undefined) return undefined;
  return {
    name: name || undefined,
    group: resource?.group || undefined,
    // The API machinery writes the plural here, except in validation failures.
    kind: causes ? resource?.kind : resource?.plural,
    uid,
    causes,
    retryAfterSeconds,
  };
}

export function qualifiedName({ plural, group }: FailedResource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function notFound(resource: FailedResource, name: string): ApiFailure {
  return new ApiFailure(404, 'NotFound', `${qualifiedName(resource)} "${name}" not found`, { resource, name });
}

export function noSuchPath(): ApiFailure {
  return new ApiFailure(404, 'NotFound', 'the server could not find the requested resource', {
    resource: { group: '', plural: '', kind: '' },
  });
}

export function alreadyExists(resource: FailedResource, name: string): ApiFailure {
  const message = `${qualifiedName(resource)} "${name}" already exists`;
  return new ApiFailure(409, 'AlreadyExists', message, { resource, name });
}

export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

export const WRONG_NAMESPACE = 'the namespace of the provided object does not match the namespace sent on the request';

export function conflict(resource: FailedResource, name: string, why: string): ApiFailure {
  const message = `Operation cannot be fulfilled on ${qualifiedName(resource)} "${name}": ${why}`;
  return new ApiFailure(409, 'Conflict', message, { resource, name });
}

export function invalid(resource: FailedResource, name: string, causes: readonly Cause[]): ApiFailure {
  const kind = resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
  const problems = causes.map((cause) => `${cause.field}: ${cause.message}`);
  const list = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
  return new ApiFailure(422, 'Invalid', `${kind} "${name}" is invalid: ${list}`, { resource, name, causes });
}

/** A parameter of the request itself, not a field of an object. */
export function invalidRequest(field: string, message: string): ApiFailure {
  return new ApiFailure(422, 'Invalid', message, { causes: [{ reason: 'FieldValueForbidden', message, field }] });
}

export function invalidValue(field: string, value: Json | undefined, problem: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${describeValue(value)}: ${problem}`, field };
}

function describeValue(value: Json | undefined): string {
  if (typeof value === 'bigint' || value === undefined) return String(value);
  return typeof value === 'object' && value !== null ? '"object"' : JSON.stringify(value);
}

export function forbidden(resource: FailedResource, name: string, why: string): ApiFailure {
  const message = `${qualifiedName(resource)} "${name}" is forbidden: ${why}`;
  return new ApiFailure(403, 'Forbidden', message, { resource, name });
}

export function badRequest(message: string): ApiFailure {
  return new ApiFailure(400, 'BadRequest', message);
}

export function methodNotAllowed(): ApiFailure {
  const message = 'the server does not allow this method on the requested resource';
  return new ApiFailure(405, 'MethodNotAllowed', message);
}

export function unsupportedMediaType(got: string, supported: readonly string[]): ApiFailure {
  const message = `the body of the request was in an unknown format - accepted media types include: ${supported.join(', ')} (got ${got})`;
  return new ApiFailure(415, 'UnsupportedMediaType', message);
}

export function expired(message: string): ApiFailure {
  return new ApiFailure(410, 'Expired', message);
}

export function tooLargeResourceVersion(asked: number, current: number): ApiFailure {
  return new ApiFailure(504, 'Timeout', `Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ field: '', reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}
