/** Leaves the back office for another page of this deployment; Back does not come here again. */
export const leaveFor = (address: string) => window.location.replace(address)
