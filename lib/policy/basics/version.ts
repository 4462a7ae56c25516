/** Changes whenever the same stored rows would give another plan or decision. */
export const policyVersion = '6'
