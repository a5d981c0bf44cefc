import { describe, expect, it } from 'vitest';
import { defineUiContribution } from './contribution.ts';
import { findErrorDialog, findFieldSlot, findPluginPage, listRecordActions, registerContributions } from './ui-registry.ts';

function First() {
  return null;
}

function Second() {
  return null;
}

describe('the slots of plugins', () => {
  it('find what was contributed; the first of two wins', () => {
    registerContributions([
      defineUiContribution({ plugin: 'leads', dialogs: { duplicate_detected: First }, recordActions: [{ id: 'merge', label: 'Merge', modules: ['leads'], component: First }], fields: { 'leads.mobile_phone': First } }),
      defineUiContribution({ plugin: 'other', dialogs: { duplicate_detected: Second, other_code: Second }, recordActions: [{ id: 'print', label: 'Print', component: Second }], pages: [{ path: 'sheet', title: 'Sheet', component: Second }] }),
    ]);
    expect(findErrorDialog('duplicate_detected')).toBe(First);
    expect(findErrorDialog('other_code')).toBe(Second);
    expect(listRecordActions('leads').map((action) => action.id)).toEqual(['merge', 'print']);
    expect(listRecordActions('jobs').map((action) => action.id)).toEqual(['print']);
    expect(findFieldSlot('leads', 'mobile_phone')).toBe(First);
    expect(findFieldSlot('jobs', 'mobile_phone')).toBeUndefined();
    expect(findPluginPage('other', 'sheet')?.component).toBe(Second);
    expect(findPluginPage('leads', 'sheet')).toBeUndefined();
  });

  it('answers nothing for codes of the object prototype', () => {
    registerContributions([defineUiContribution({ plugin: 'leads', dialogs: {} })]);
    expect(findErrorDialog('constructor')).toBeUndefined();
  });
});
