// Every file that is made from the schemas, as path (from the root of the repository) and text.

import { KINDS, type KindName } from '../kinds/kinds.ts';
import { referenceMarkdown } from './reference.ts';
import { crdYaml } from './yaml.ts';

const BANNER = '# Generated from the schemas in packages/crds; do not edit.\n';

export function generatedFiles(): ReadonlyMap<string, string> {
  const files = new Map([['docs/reference/crds.md', referenceMarkdown()]]);
  for (const [name, kind] of Object.entries(KINDS)) {
    files.set(`packages/crds/generated/${kind.group}_${kind.plural}.yaml`, BANNER + crdYaml(name as KindName));
  }
  return files;
}
