const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Names of the fields that are required in placement opps, so that a recruiter can place the lead. */
function placementFields(lead: Readonly<Record<string, unknown>>): readonly string[] {
  return ['available_hours', 'availability_date', ...(lead['new_grad'] === true ? ['new_grad_expiration'] : [])];
}

/** The required fields that are empty. */
export function listMissingPlacementFields(lead: Readonly<Record<string, unknown>>): readonly string[] {
  return placementFields(lead).filter((field) => isMissing(lead[field]));
}
