/** Returns the choices of a select for labels by ID, in their order. */
export const toChoices = (labels: Readonly<Record<string, string | { word: string }>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, name: typeof label === 'string' ? label : label.word }))
