import { toWords } from '#engine/model/values';

/** A property of a definition, as people read it: 'Module tools › Fields › Tool state › Label' of 'module/tools' and '/fields/tool_state/label'. */
export function describePlace(artifact: string, path: string): string {
  const [kind = '', ...name] = artifact.split('/');
  const steps = path.split('/').filter((step) => step !== '');
  const read = (step: string): string => toWords(step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [`${toWords(kind)} ${name.join('/')}`, ...steps.map(read)].join(' › ');
}
