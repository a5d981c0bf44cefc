import { toAdminMenu } from '../features/administration/index.ts';
import { Area } from './area.tsx';

/** `/admin`: System Admin only, who passes every route guard. The menu at the left is that of the administration. */
export function AdminArea() {
  return <Area isOpenTo={() => false} toSideGroups={toAdminMenu} />;
}
