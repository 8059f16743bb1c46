import { createServer } from 'node:http'
import { confirmation } from './query.ts'

createServer(async (request, response) => {
  const json = await confirmation(request.url?.split('/').at(-1) ?? '')
  response.setHeader('Content-Type', 'application/json').end(json)
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
