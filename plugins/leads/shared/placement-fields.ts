const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Names of the fields that a lead in placement opps must hold, for a recruiter to place it. */
function placementFields(lead: Readonly<Record<string, unknown>>): readonly string[] {
  return ['available_hours', 'availability_date', ...(lead['new_grad'] === true ? ['new_grad_expiration'] : [])];
}

/** Those of them that the lead lacks. */
export function listMissingPlacementFields(lead: Readonly<Record<string, unknown>>): readonly string[] {
  return placementFields(lead).filter((field) => isMissing(lead[field]));
}
