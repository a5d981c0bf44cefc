import { EDITOR_KINDS } from './editor-kinds.ts';
import { RecordsEditor } from './records-editor.tsx';

/** `/admin/menu-nav-editor`. */
export function MenuEditor() {
  return <RecordsEditor kind={EDITOR_KINDS.menu} />;
}

/** `/admin/sidebar-buckets`. */
export function BucketsEditor() {
  return <RecordsEditor kind={EDITOR_KINDS.buckets} />;
}

/** `/admin/bumpout-editor`. */
export function BumpoutsEditor() {
  return <RecordsEditor kind={EDITOR_KINDS.bumpouts} />;
}

/** `/admin/muster-widget-management`. */
export function WidgetsEditor() {
  return <RecordsEditor kind={EDITOR_KINDS.widgets} />;
}

/** `/admin/admin-notes`. */
export function NotesEditor() {
  return <RecordsEditor kind={EDITOR_KINDS.notes} />;
}
