// One open watch: which changes it shows, how, and until when. It never looks back; watch-start.ts feeds it the past.

import { encodeJson } from '../json/codec.ts';
import type { JsonObject } from '../json/json.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { apiVersionOf } from '../resources/resource-definition.ts';
import type { Version } from '../store/api-object.ts';
import type { Change, ChangeType } from '../store/history.ts';
import type { Representation } from './representation.ts';
import { type Selection, selects } from './selection.ts';

/** Where the frames go; the HTTP side implements it. */
export interface WatchSink {
  write(frame: Buffer): void;
  end(): void;
}

export interface WatchPlan {
  readonly definition: ResourceDefinition;
  readonly selection: Selection;
  readonly representation: Representation;
  readonly bookmarks: boolean;
}

export class Watch {
  readonly #plan: WatchPlan;
  readonly #sink: WatchSink;
  readonly #onEnd: () => void;
  #open = true;

  constructor(plan: WatchPlan, sink: WatchSink, onEnd: () => void) {
    this.#plan = plan;
    this.#sink = sink;
    this.#onEnd = onEnd;
  }

  deliver(change: Change): void {
    const shown = this.#shownAs(change);
    if (shown) this.#send(shown.type, shown.version);
  }

  /** A synthetic ADDED of the state at the start. */
  present(version: Version): void {
    if (selects(this.#plan.selection, version.object)) this.#send('ADDED', version);
  }

  bookmark(revision: number, annotations?: Readonly<Record<string, string>>): void {
    if (!this.#plan.bookmarks) return;
    const { definition } = this.#plan;
    const object: JsonObject = {
      kind: definition.kind,
      apiVersion: apiVersionOf(definition),
      metadata: { resourceVersion: String(revision), creationTimestamp: null, annotations },
    };
    this.#sink.write(Buffer.from(`${encodeJson({ type: 'BOOKMARK', object })}\n`));
  }

  /** The stream ends with a Status, as it does when the past asked for is gone. */
  fail(status: JsonObject): void {
    this.#sink.write(Buffer.from(`${encodeJson({ type: 'ERROR', object: status })}\n`));
    this.end();
  }

  end(): void {
    if (!this.#open) return;
    this.close();
    this.#sink.end();
  }

  /** The client went away: nothing to say any more. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#onEnd();
  }

  // An object that starts or stops matching the selection appears or disappears for this watch.
  #shownAs({ type, version, before }: Change): { type: ChangeType; version: Version } | undefined {
    const { selection } = this.#plan;
    if (!selection.matches) return selects(selection, version.object) ? { type, version } : undefined;
    const was = before !== undefined && selects(selection, before.object);
    if (type === 'DELETED') return was ? { type, version } : undefined;
    const is = selects(selection, version.object);
    if (was && is) return { type: 'MODIFIED', version };
    if (is) return { type: 'ADDED', version };
    return was ? { type: 'DELETED', version: lastMatching(before, version.revision) } : undefined;
  }

  #send(type: ChangeType, version: Version): void {
    const { representation } = this.#plan;
    const object = representation.event(version);
    this.#sink.write(object === version.json ? sharedFrame(type, version) : frameOf(type, object));
  }
}

// The state that still matched, under the revision of the change that made it leave.
function lastMatching(before: Version, revision: number): Version {
  const { object } = before;
  const left = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  return { object: left, json: Buffer.from(encodeJson(left)), revision, key: before.key };
}

const START: Readonly<Record<ChangeType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
};
const END = Buffer.from('}\n');

// All watches of a change write the same bytes; the last frame made is nearly always the one asked for next.
let lastFrame: { readonly type: ChangeType; readonly version: Version; readonly frame: Buffer } | undefined;

function sharedFrame(type: ChangeType, version: Version): Buffer {
  if (lastFrame?.version === version && lastFrame.type === type) return lastFrame.frame;
  const frame = frameOf(type, version.json);
  lastFrame = { type, version, frame };
  return frame;
}

function frameOf(type: ChangeType, object: Buffer): Buffer {
  return Buffer.concat([START[type], object, END]);
}
