import type { DefinitionDetail } from '#engine/model/wire';
import { t, TextLink } from '../../../kit/index.ts';
import { describeReference } from './describe-reference.ts';
import { useArtifactNames, type ArtifactName } from './use-artifact-names.ts';

type References = DefinitionDetail['references'];

function NameLink({ name: { kind, label, href } }: { readonly name: ArtifactName }) {
  return (
    <>
      <span className="ms-muted">{kind}</span> {href === undefined ? label : <TextLink href={href}>{label}</TextLink>}
    </>
  );
}

/** What refers to a field or dropdown, with links to it and the place in it. */
export function UseList({ references, label }: { readonly references: References; readonly label: string }) {
  const nameOf = useArtifactNames();
  return (
    <ul className="sf-uses" aria-label={label}>
      {references.map(({ target, from, path }) => (
        <li key={`${target} ${from} ${path}`}>
          <NameLink name={nameOf(from)} /> <span className="ms-muted">{describeReference(path)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What refers to a module and to each of its fields. */
export function UseTable({ references }: { readonly references: References }) {
  const nameOf = useArtifactNames();
  return (
    <div className="sf-scroll" tabIndex={0} role="region" aria-label={t('studioFields.module.tab.uses')}>
      <table className="sf-table">
        <thead>
          <tr>
            <th scope="col">{t('studioFields.uses.what')}</th>
            <th scope="col">{t('studioFields.uses.from')}</th>
            <th scope="col">{t('studioFields.uses.path')}</th>
          </tr>
        </thead>
        <tbody>
          {references.map(({ target, from, path }) => (
            <tr key={`${target} ${from} ${path}`}>
              <td>{nameOf(target).label}</td>
              <td>
                <NameLink name={nameOf(from)} />
              </td>
              <td className="ms-muted">{describeReference(path)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
