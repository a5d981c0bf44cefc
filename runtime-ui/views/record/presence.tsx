import type { ModuleView } from '#engine/model/wire';
import { useEditor, usePeople } from '../../headless/index.ts';
import { Avatar, t } from '../../kit/index.ts';
import '../styles/presence.css';

const MAX_AVATARS = 3;

function nameOf(name: string): string {
  return name === '' ? t('live.someone') : name;
}

/** The other users who have the record open. */
export function PresenceAvatars({ module, id }: { readonly module: ModuleView; readonly id: string }) {
  const people = usePeople(module.name, id);
  if (people.length === 0) return <span className="mv-presence" role="status" />;
  const names = people.map((person) => nameOf(person.name)).join(', ');
  return (
    <span className="mv-presence" role="status" title={t('live.alsoHere', { names, count: people.length })}>
      {people.slice(0, MAX_AVATARS).map((person, at) => (
        <Avatar key={person._id ?? at} name={nameOf(person.name)} size={26} />
      ))}
      {people.length > MAX_AVATARS && (
        <span aria-hidden className="ms-tabular mv-presence-more">
          +{people.length - MAX_AVATARS}
        </span>
      )}
      <span className="ms-visually-hidden">{t('live.alsoHere', { names, count: people.length })}</span>
    </span>
  );
}

/** A note next to a field that another user is editing, with their name. The row of the field is tinted. */
export function EditingNote({
  module,
  id,
  fieldName,
}: {
  readonly module: ModuleView;
  readonly id: string | undefined;
  readonly fieldName: string;
}) {
  const editor = useEditor(module.name, id, fieldName);
  return editor === undefined ? null : (
    <span className="mv-editing" role="status">
      {t('live.editing', { name: nameOf(editor.name).split(' ')[0] ?? '' })}
    </span>
  );
}
