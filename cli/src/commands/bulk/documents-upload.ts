import { parse } from 'node:path'
import { readUploadFile } from '../../base/body.ts'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'

export default defineBulkCommand({
  name: 'documents upload',
  summary: 'add files to policies',
  consequence: (count) =>
    `${formatCount(count, 'file', 'files')} will be stored on ${count === 1 ? 'a policy' : 'policies'}.`,
  id: 'policyNo',
  columns: {
    path: { about: 'the file', required: true },
    docType: { about: 'the number of the document type', required: true },
    name: { about: 'document name (default: the file name)' },
  },
  operation: 'uploadDocuments',
  input: async ({ policyNo = '', path = '', docType, name }) => ({
    // The server validates the document type.
    path: { policyNo, docType: Number(docType) as never },
    body: { [name ?? parse(path).name]: await readUploadFile(path) },
  }),
  shown: (response) => ({ policyDocVerId: response?.payload[0]?.policyDocVerId }),
})
