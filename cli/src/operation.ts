/** What the command line needs to know of an operation; made from the contract by `cli/generate.ts`. */
export interface Operation {
  id: string
  tag: string
  summary: string
  description: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Who may call it, in words. */
  access: string
  /** Needs no token. */
  isOpen: boolean
  /** Media type of the success answer. */
  answer: string
  parameters: readonly Parameter[]
  body?: Body
}

/** What operations are about: a tag of the contract, and the first word of a command. */
export interface Noun {
  name: string
  about: string
  /** Its operations, which are loaded when a command asks for them. */
  operations: () => Promise<readonly Operation[]>
}

export type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'file' | 'json' | 'list'

/** The name of a form's file parts where the caller names them. */
export const anyName = '*'

export interface Value {
  /** The name on the wire, to the letter. */
  name: string
  /** The flag without its dashes. */
  flag: string
  kind: Kind
  required: boolean
  description: string
  choices?: readonly string[]
}

export interface Parameter extends Value {
  in: 'path' | 'query' | 'header'
}

export interface Body {
  media: string
  /** Top-level properties that can be given one by one; empty when the body is no object. */
  fields: readonly Value[]
  /** An example of the body, from the contract. */
  example: string
}
