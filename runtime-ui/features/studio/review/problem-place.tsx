import type { ChangeProblem, ProblemPlace } from '#engine/model/wire';
import { TextLink } from '../../../kit/index.ts';
import { STUDIO } from '../studio-sections.ts';
import { describeProperty } from '../uses/describe-reference.ts';
import type { ArtifactName } from '../uses/use-artifact-names.ts';

/** The page of the studio on which a definition or a field is edited. */
export function routeOfPlace({ kind, id, field }: Pick<ProblemPlace, 'kind' | 'id' | 'field'>): string {
  const own = encodeURIComponent(id);
  if (kind === 'module' && field !== null) return `${STUDIO}/modules/${own}/fields/${encodeURIComponent(field.id)}`;
  return kind === 'setting' || kind === 'menu' || kind === 'workflow' ? jsonRoute(kind, id) : `${STUDIO}/${kind}s/${own}`;
}

/** The page on which a definition is edited as JSON. */
export function jsonRoute(kind: string, id: string): string {
  return `${STUDIO}/json/${kind}/${encodeURIComponent(id)}`;
}

interface PlaceOfProblemProps {
  readonly problem: ChangeProblem;
  readonly nameOf: (artifact: string) => ArtifactName;
}

/**
 * Where a problem is: 'Tickets › State › Dropdown', a link to the page on which it is solved. The file and the position, which those know
 * who apply files, are its tooltip.
 */
export function PlaceOfProblem({ problem: { file, path, place }, nameOf }: PlaceOfProblemProps) {
  const stored = `${file} ${path}`;
  if (place === null) {
    const { kind, label } = nameOf(file);
    return <span title={stored}>{`${kind} ${label}`}</span>;
  }
  const { artifact, field, path: inside } = place;
  const steps = [nameOf(artifact).label, field?.label, describeProperty(inside)];
  return (
    <TextLink href={routeOfPlace(place)} title={stored}>
      {steps.filter((step) => step !== undefined && step !== '').join(' › ')}
    </TextLink>
  );
}
