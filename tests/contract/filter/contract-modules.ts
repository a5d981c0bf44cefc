import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import { createFixtureModule, type FixtureField } from '#tests/support';

const SYSTEM: readonly FixtureField[] = [{ name: 'deleted', type: 'Checkbox', system: true }];

/** A module with a field of every type, and relations of every kind to itself and to `firms`. */
export const PEOPLE: CompiledModule = createFixtureModule({
  name: 'people',
  teamEnabled: true,
  fields: [
    { name: 'name', type: 'TextField' },
    { name: 'notes', type: 'TextArea' },
    { name: 'site', type: 'Url' },
    { name: 'email', type: 'EmailAddress' },
    { name: 'phone', type: 'Phone' },
    { name: 'status', type: 'Dropdown', options: ['new', 'Open', 'screening', 'placed', 'closed'] },
    { name: 'tags', type: 'MultiSelect', options: ['red', 'Green', 'blue', 'yellow'] },
    { name: 'skills', type: 'ListField' },
    { name: 'score', type: 'Number' },
    { name: 'salary', type: 'Currency' },
    { name: 'serial', type: 'AutoIncrement' },
    { name: 'vip', type: 'Checkbox' },
    { name: 'born', type: 'Date' },
    { name: 'seen', type: 'DateTime' },
    { name: 'home', type: 'Address' },
    { name: 'topic', type: 'Module' },
    { name: 'topics', type: 'MultiModule' },
    { name: 'boss', type: 'Relate', refs: ['people'] },
    { name: 'friends', type: 'MultiRelate', refs: ['people'] },
    { name: 'firm', type: 'Relate', refs: ['firms'] },
    { name: 'subject', type: 'FlexRelate', refs: ['people', 'firms'] },
    { name: 'subjects', type: 'MultiFlexRelate' },
    { name: 'messages', type: 'MessageListField' },
    { name: 'extra', type: 'Object' },
    { name: 'things', type: 'Array' },
    { name: 'picture', type: 'File' },
    { name: 'teams', type: 'MultiRelate', refs: ['teams'] },
    ...SYSTEM,
  ],
  relations: [
    { name: 'boss', direction: 'forward', modules: ['people'], fieldName: 'boss', many: false, flex: false },
    { name: 'friends', direction: 'forward', modules: ['people'], fieldName: 'friends', many: true, flex: false },
    { name: 'firm', direction: 'forward', modules: ['firms'], fieldName: 'firm', many: false, flex: false },
    { name: 'subject', direction: 'forward', modules: ['people', 'firms'], fieldName: 'subject', many: false, flex: true },
    { name: 'subjects', direction: 'forward', modules: [], fieldName: 'subjects', many: true, flex: true },
    { name: 'reports', direction: 'reverse', modules: ['people'], fieldName: 'boss', many: true, flex: false },
    { name: 'admirers', direction: 'reverse', modules: ['people'], fieldName: 'friends', many: true, flex: false },
    { name: 'mentions', direction: 'reverse', modules: ['people'], fieldName: 'subjects', many: true, flex: true },
  ],
  indexes: [
    { keys: ['f_deleted', 'f_status', 'f_name'] },
    { keys: ['f_deleted', 'f_name'] },
    { keys: ['f_boss'] },
    { keys: ['f_firm'] },
    { keys: ['f_friends'] },
    { keys: ['f_subject'] },
    { keys: ['f_subjects'] },
    { keys: ['f_tags'] },
    { keys: ['f_email'] },
    { keys: ['f_score'] },
    { keys: ['f_seen'] },
    { keys: ['f_home.state'] },
    { keys: ['f_phone'] },
    { keys: ['f_teams'] },
  ],
  contains: ['f_name', 'f_email', 'f_phone', 'f_home.city'],
});

/** A smaller module that people belong to. */
export const FIRMS: CompiledModule = createFixtureModule({
  name: 'firms',
  fields: [
    { name: 'name', type: 'TextField' },
    { name: 'size', type: 'Number' },
    { name: 'status', type: 'Dropdown', options: ['prospect', 'customer', 'lost'] },
    { name: 'parent', type: 'Relate', refs: ['firms'] },
    { name: 'opened', type: 'DateTime' },
    ...SYSTEM,
  ],
  relations: [
    { name: 'parent', direction: 'forward', modules: ['firms'], fieldName: 'parent', many: false, flex: false },
    { name: 'branches', direction: 'reverse', modules: ['firms'], fieldName: 'parent', many: true, flex: false },
    { name: 'staff', direction: 'reverse', modules: ['people'], fieldName: 'firm', many: true, flex: false },
    { name: 'about', direction: 'reverse', modules: ['people'], fieldName: 'subject', many: true, flex: true },
  ],
  indexes: [{ keys: ['f_name'] }, { keys: ['f_parent'] }, { keys: ['f_deleted', 'f_size'] }],
  contains: [],
});

export const CONTRACT_CATALOG: ModuleCatalog = {
  version: 1,
  modules: new Map([
    ['people', PEOPLE],
    ['firms', FIRMS],
  ]),
  dropdowns: new Map(),
};
