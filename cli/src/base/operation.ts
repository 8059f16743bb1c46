/** An API operation as a CLI command. Generated from the contract by `cli/generate.ts`. */
export interface Operation {
  id: string
  tag: string
  summary: string
  description: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Sentence that states who can call the operation. */
  access: string
  /** Whether the operation can be called without a token. */
  isOpen: boolean
  /** The media type of the success response. */
  contentType: string
  parameters: readonly OperationParameter[]
  body?: OperationBody
}

/** A group of operations: a contract tag that is the first word of their commands. */
export interface Noun {
  name: string
  about: string
  /** Loads the operations of this noun on demand. */
  operations: () => Promise<readonly Operation[]>
}

export type ValueKind = 'text' | 'number' | 'integer' | 'boolean' | 'file' | 'json' | 'list'

/** Placeholder field name for the files of a form. The caller can choose the actual field names. */
export const wildcardFieldName = '*'

export interface OperationValue {
  /** The exact name of the parameter or field in the API. */
  name: string
  /** The flag without dashes. */
  flag: string
  kind: ValueKind
  required: boolean
  description: string
  choices?: readonly string[]
}

export interface OperationParameter extends OperationValue {
  in: 'path' | 'query' | 'header'
}

export interface OperationBody {
  media: string
  /** Top-level properties with their own flags. Empty if the body is not an object. */
  fields: readonly OperationValue[]
  /** An example body from the contract. */
  example: string
}
