/** Converts labels by ID to the choices of a select field, in the same order. */
export const toChoices = (labels: Readonly<Record<string, string | { word: string }>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, name: typeof label === 'string' ? label : label.word }))
