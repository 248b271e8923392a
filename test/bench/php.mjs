// The PHP script behind nginx and php-fpm, where both are installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { familyOf } from './accounting.mjs'
import { ask } from './ask.mjs'
import { kinds } from './kinds.mjs'
import { dist, here, root } from './paths.mjs'

/** Starts it, or says what is missing and resolves to `undefined`. */
export async function startPhp({ folder, answers, say }) {
  const nginx = process.env['NGINX'] ?? findProgram(/^nginx$/)
  const fpm = process.env['PHP_FPM'] ?? findProgram(/^php-fpm[\d.]*$/)
  if (nginx === undefined || fpm === undefined) {
    const missing = nginx === undefined ? 'nginx' : 'php-fpm'
    say(`The PHP script is left out: ${missing} is not installed`)
    return undefined
  }
  const place = join(folder, 'php')
  await writeData(place, answers)
  const port = await freePort()
  writeFileSync(join(place, 'fpm.conf'), fpmConfig(place))
  writeFileSync(join(place, 'nginx.conf'), nginxConfig(place, port))
  const asRoot = process.getuid() === 0
  const programs = [
    run(place, fpm, ['--nodaemonize', '-y', join(place, 'fpm.conf'), ...(asRoot ? ['-R'] : [])]),
    run(place, nginx, ['-p', place, '-e', join(place, 'error.log'), '-c', 'nginx.conf']),
  ]
  for (let tries = 0; ; tries++) {
    const isUp = await ask(port, kinds.stats).then(({ status }) => status === 200, () => false)
    if (isUp) break
    if (tries === 100) throw new Error('nginx and php-fpm did not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    name: 'php',
    port,
    pids: programs.flatMap(({ pid }) => familyOf(pid)),
    async stop() {
      for (const program of programs) {
        program.kill('SIGTERM')
        if (program.exitCode === null) await once(program, 'exit')
      }
    },
  }
}

function findProgram(pattern) {
  for (const folder of ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']) {
    const name = existsSync(folder) && readdirSync(folder).find((file) => pattern.test(file))
    if (name) return join(folder, name)
  }
  return undefined
}

function run(place, program, args) {
  const log = openSync(join(place, 'error.log'), 'a')
  const child = spawn(program, args, { stdio: ['ignore', log, log] })
  child.on('error', (error) => {
    throw error
  })
  process.on('exit', () => child.kill('SIGTERM'))
  return child
}

async function writeData(place, answers) {
  for (let n = 0; n < 256; n++) {
    mkdirSync(join(place, 'clients', n.toString(16).padStart(2, '0')), { recursive: true })
  }
  const { loadCatalogue } = await import(join(dist, 'lib', 'catalogue.js'))
  const catalogue = loadCatalogue(join(root, 'generators'), join(root, 'locales'))
  const characters = catalogue.get('bold-serif').characters('en')
  writeFileSync(
    join(place, 'mappings.php'),
    `<?php return ['sets' => ${catalogue.size}, 'bold-serif' => ${array([...characters])}];`,
  )
  const prepared = Object.entries(answers).map(([key, { etag, body }]) => {
    const bytes = `base64_decode(${quote(body)})`
    return `${quote(key)} => ['etag' => ${quote(etag)}, 'body' => ${bytes}]`
  })
  writeFileSync(join(place, 'answers.php'), `<?php return [${prepared.join(', ')}];`)
}

function array(entries) {
  return `[${entries.map(([key, value]) => `${quote(key)} => ${quote(value)}`).join(', ')}]`
}

function quote(text) {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

function fpmConfig(place) {
  return `[global]
error_log = ${place}/error.log
[service]
listen = ${place}/fpm.sock
pm = static
pm.max_children = 8
`
}

function nginxConfig(place, port) {
  return `daemon off;
${process.getuid() === 0 ? 'user root;' : ''}
worker_processes 1;
error_log ${place}/error.log;
pid ${place}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_timeout 5s;
  client_body_temp_path ${place}/body;
  fastcgi_temp_path ${place}/fastcgi;
  proxy_temp_path ${place}/proxy;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /api {
      fastcgi_pass unix:${place}/fpm.sock;
      fastcgi_buffers 16 16k;
      fastcgi_param SCRIPT_FILENAME ${join(here, 'servers', 'service.php')};
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
      fastcgi_param REMOTE_ADDR $remote_addr;
      fastcgi_param DATA ${place};
    }
  }
}
`
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
