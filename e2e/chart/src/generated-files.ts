// The files of the chart and of the docs that come from schemas, with their text.

import { join } from 'node:path';
import { crdManifests } from '@kube-ovn/crds';
import { stringify } from 'yaml';
import { jsonText } from './json-text.ts';
import { CHART, ROOT } from './paths.ts';
import { argumentsTemplate } from './values/arguments.ts';
import { jsonSchema } from './values/json-schema.ts';
import { referencePage } from './values/reference-page.ts';
import { templateData } from './values/template-data.ts';
import { valuesYaml } from './values/values-yaml.ts';

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export function generatedFiles(): GeneratedFile[] {
  return [
    { path: join(CHART, 'values.yaml'), text: valuesYaml() },
    { path: join(CHART, 'values.schema.json'), text: jsonText(jsonSchema()) },
    { path: join(CHART, 'files/values-table.yaml'), text: templateData() },
    { path: join(CHART, 'templates/_arguments.tpl'), text: argumentsTemplate() },
    { path: join(ROOT, 'docs/reference/values.md'), text: referencePage() },
    ...crdManifests().map((manifest) => ({
      path: join(CHART, `templates/crds/${manifest.metadata.name.split('.')[0]}.yaml`),
      text: crdTemplate(manifest),
    })),
  ];
}

/** Kept on uninstall: with a definition all its objects would go. Braces in texts must not be read as template code. */
function crdTemplate(manifest: ReturnType<typeof crdManifests>[number]): string {
  const annotations = { 'helm.sh/resource-policy': 'keep' };
  const object = { ...manifest, metadata: { ...manifest.metadata, annotations } };
  const text = stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });
  return text.replaceAll('{{', '{{ "{{" }}');
}
