// JSON as it travels: atoms, sets and maps of RFC 7047 section 5.1, and the operations of section 5.2.

export type WireAtom = string | number | boolean | readonly ['uuid', string] | readonly ['named-uuid', string];
export type WireValue =
  | WireAtom
  | readonly ['set', readonly WireAtom[]]
  | readonly ['map', readonly (readonly [WireAtom, WireAtom])[]];
export type WireRow = Readonly<Record<string, WireValue>>;

export type ConditionFunction = '<' | '<=' | '==' | '!=' | '>=' | '>' | 'includes' | 'excludes';
export type Mutator = '+=' | '-=' | '*=' | '/=' | '%=' | 'insert' | 'delete';
export type WireCondition = readonly [string, ConditionFunction, WireValue];
export type WireMutation = readonly [string, Mutator, WireValue];

export type Operation =
  | {
      readonly op: 'insert';
      readonly table: string;
      readonly row: WireRow;
      readonly 'uuid-name'?: string;
      /** ovsdb-server 3.1 and later: the uuid chosen by the client. */
      readonly uuid?: string;
    }
  | {
      readonly op: 'select';
      readonly table: string;
      readonly where: readonly WireCondition[];
      readonly columns?: readonly string[];
    }
  | { readonly op: 'update'; readonly table: string; readonly where: readonly WireCondition[]; readonly row: WireRow }
  | {
      readonly op: 'mutate';
      readonly table: string;
      readonly where: readonly WireCondition[];
      readonly mutations: readonly WireMutation[];
    }
  | { readonly op: 'delete'; readonly table: string; readonly where: readonly WireCondition[] }
  | {
      readonly op: 'wait';
      readonly table: string;
      readonly where: readonly WireCondition[];
      readonly columns: readonly string[];
      readonly until: '==' | '!=';
      readonly rows: readonly WireRow[];
      readonly timeout?: number;
    }
  | { readonly op: 'commit'; readonly durable: boolean }
  | { readonly op: 'abort' }
  | { readonly op: 'comment'; readonly comment: string }
  | { readonly op: 'assert'; readonly lock: string };
