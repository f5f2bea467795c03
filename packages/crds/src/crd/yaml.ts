// The CustomResourceDefinition of a kind as YAML. Apart from the object, so that daemons do not carry a YAML writer.

import { stringify } from 'yaml';
import { KINDS, type KindName } from '../kinds/kinds.ts';
import { crdManifest } from './manifest.ts';

export function crdYaml(kind: KindName): string {
  return stringify(crdManifest(KINDS[kind]), { lineWidth: 0, aliasDuplicateObjects: false });
}
