// Exits with 0 when the shop on this machine and its database respond. For the container's health check.
import { get } from 'node:http'

const port = process.env.PORT || 3000

// Not `fetch`: it takes longer to load than the check.
get({ host: '127.0.0.1', port, path: '/readyz', timeout: 4_000 }, (response) => {
  response.resume()
  process.exitCode = response.statusCode === 200 ? 0 : 1
})
  .on('timeout', function () {
    this.destroy(new Error(`no response on port ${port}`))
  })
  .on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
