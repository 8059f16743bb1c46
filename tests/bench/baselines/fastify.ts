import fastify from 'fastify'
import { endorse, recordCheck, writeNote } from './hand-written.ts'
import { confirmation } from './query.ts'

const app = fastify()
app.get<{ Params: { policyNo: string } }>('/confirmation/:policyNo', async (request, reply) =>
  reply.type('application/json').send(await confirmation(request.params.policyNo)),
)
app.post<{ Params: { policyNo: string }; Body: { noteBody: string } }>('/notes/:policyNo', (request) =>
  writeNote(request.params.policyNo, request.body.noteBody),
)
app.post<{ Params: { policyNo: string }; Body: { checkNo: string } }>('/checks/:policyNo', (request) =>
  recordCheck(request.params.policyNo, request.body.checkNo),
)
app.put<{ Params: { policyNo: string } }>('/endorsements/:policyNo', (request) => endorse(request.params.policyNo))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.send?.('ready')
