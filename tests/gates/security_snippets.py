"""Short pieces of code that is safe, which must pass, and of code that is a risk, which must not.

Secrets are put together here, so that no scanner takes this file for a leak.
"""

RANDOM = "q7Rz" + "K2mVx9" + "TbL4wY8sN1" + "cHfJ6dGp"

SAFE = {
    "files": "from pathlib import Path\n\ndef f(p: Path) -> str:\n    return p.read_text()\n",
    "addresses as text": "from urllib.parse import urlparse, quote\nx = urlparse('http://a.b/c')\n",
    "status codes": "from http import HTTPStatus\nimport http\nx = http.HTTPStatus.OK\n",
    "addresses as numbers": "import ipaddress\nx = ipaddress.ip_address('10.0.0.1')\n",
    "async work": (
        "import asyncio\n\nasync def f():\n    await asyncio.sleep(1)\n"
        "    async with asyncio.timeout(3):\n        return await asyncio.gather(f(), f())\n"
    ),
    "a connection to a database": (
        "import sqlite3\n\ndef create_connection(path):\n    return sqlite3.connect(path)\n"
        "db = create_connection('x.db')\ndb.execute('SELECT a FROM b WHERE c = ?', (1,))\n"
    ),
    "a server of its own": (
        "class Pool:\n    def create_server(self, name):\n        return name\n"
        "Pool().create_server('a')\n"
    ),
    "threads and processes": (
        "from concurrent.futures import ProcessPoolExecutor\nimport multiprocessing\n"
        "n = multiprocessing.cpu_count()\n"
    ),
    "operating system": "import os\nx = os.path.join('a', 'b')\nos.makedirs(x, exist_ok=True)\n",
    "the environment": "import os\nTOKEN = os.environ.get('API_TOKEN', '')\n",
    "a named module": "import importlib\nx = importlib.import_module('json')\n",
    "own modules": (
        "import importlib\n\ndef f(name):\n    return importlib.import_module(f'words.{name}')\n"
    ),
    "compile a pattern": (
        "import re\nfrom re import compile\nx = re.compile('a')\ny = compile('b')\n"
    ),
    "own eval": (
        "class Node:\n    def eval(self, exec):\n        return exec(self)\n"
        "def f(node):\n    return node.eval(len)\n"
    ),
    "literals": "import ast\nx = ast.literal_eval('[1]')\n",
    "attributes by name": "def f(thing, name):\n    return getattr(thing, name)\n",
    "pick a field": "import operator\nkey = operator.attrgetter('name.last')\n",
    "function types": ("import types\n\ndef f(x):\n    return isinstance(x, types.FunctionType)\n"),
    "write pickles": "import pickle\n\ndef f(x):\n    return pickle.dumps(x)\n",
    "safe yaml": (
        "import yaml\nfrom yaml import SafeLoader\na = yaml.safe_load('x')\n"
        "b = yaml.load('x', Loader=SafeLoader)\nc = yaml.load('x', yaml.CSafeLoader)\n"
    ),
    "hash of a file": (
        "import hashlib\nEMPTY_SHA256 = '"
        + "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        + "'\nx = hashlib.sha256(b'').hexdigest() == EMPTY_SHA256\n"
    ),
    "a hash with a name": "password_hash = '5f4dcc3b5aa765d61d8327deb882cf99'\n",
    "tokens of a language": (
        "TOKEN = 'identifier'\ntoken = '+='\nEND_TOKEN = '<|endoftext|>'\n"
        "def next_token(token='end-of-line'):\n    return token == 'else'\n"
    ),
    "names of fields": (
        "FIELDS = {'password': 'Password:', 'token': 'access_token', 'api_key': 'API_KEY'}\n"
        "password = ''\nsecret = None\nSECRET_KEY = 'SECRET_KEY'\n"
    ),
    "words for people": (
        "def ask(password='Enter your password'):\n    return {'passwd': 'too short, 8 at least'}\n"
    ),
    "placeholders": (
        "api_key = 'YOUR-API-KEY-HERE-123'\npassword = '<password1>'\ntoken = 'xxxxxxxxxxxxxxxx1'\n"
        "KEY = 'AKIAIOSFODNN7" + "EXAMPLE'\nURL = 'postgres://user:{password}@host/db'\n"
    ),
    "names of things": "api_key = 'vendor/model-4-20250929'\ntoken = 'aaaa1bbbbcdefaaaa1bbbb'\n",
    "patterns": (
        "PASSWORD = r'[A-Za-z0-9]{8,}'\nTOKEN = r'(?P<name>\\w+)=\\d+x12345678'\n"
        "token = 'tok_%s_1234567890ab'\n"
    ),
    "from the caller": (
        "def login(user, password):\n    return {'user': user, 'password': password}\n"
    ),
    "a marker of keys": (
        "MARK = '-----BEGIN RSA PRIVATE KEY-----'\ndef f(text):\n    return text.startswith(MARK)\n"
    ),
    "words with a dash": "TOPIC = 'sk-learn-and-other-libraries-compared'\n",
    "an address with a port": "URL = 'http://localhost:8080/path@2'\n",
    "identifiers": (
        "NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'\n"
        "ALPHABET = 'abcdefghijklmnop0123456789'\n"
    ),
    "question marks": (
        "def f(db, ids):\n    marks = ','.join('?' for _ in ids)\n"
        "    more = ', '.join(['?'] * len(ids))\n"
        "    db.execute(f'SELECT a FROM b WHERE c IN ({marks})', ids)\n"
        "    db.execute('DELETE FROM b WHERE c IN (' + more + ')', ids)\n"
    ),
    "constant names": (
        "TABLE = 'notes'\n\ndef f(db, limit):\n    db.execute(f'SELECT a FROM {TABLE}')\n"
        "    db.execute(f'SELECT a FROM {TABLE} LIMIT {int(limit)}')\n"
    ),
    "execute other things": (
        "def f(robot, name):\n    robot.execute(f'move {name}')\n    robot.execute(name)\n"
        "    robot.execute(f'drop {name}')\n"
    ),
    "names of columns": (
        "_COLUMNS = ('a', 'b')\ndef f(db, fields, key):\n"
        "    some = ', '.join(f'{k} = ?' for k in fields if k in _COLUMNS)\n"
        "    every = ', '.join(f'{k} = ?' for k in _COLUMNS)\n"
        "    db.execute(f'UPDATE t SET {some}, {every}', [*fields.values()])\n"
        "    if key not in _COLUMNS:\n        raise KeyError(key)\n"
        "    db.execute(f'SELECT {key} FROM t ORDER BY {key}')\n"
    ),
    "a text that grows": (
        "def f(db, more):\n    sql = 'SELECT a FROM b'\n    if more:\n"
        "        sql += ' WHERE c = ?'\n    db.execute(sql, more)\n"
    ),
    "constants for a helper": (
        "def _all(table):\n    return f'SELECT * FROM {table}'\n"
        "def _marks(ids):\n    return ','.join('?' for _ in ids)\n"
        "def f(db, ids):\n    db.execute(_all('notes'))\n"
        "    db.execute(f'DELETE FROM b WHERE c IN ({_marks(ids)})', ids)\n"
    ),
    "words and numbers that name things": (
        "FIELDS = {'password': 'field-password-1', 'weak_password': 'too-short-8'}\n"
        "RESET_PASSWORD = 'reset-password2'\nclass Event:\n    PASSWORD = 'user_password1'\n"
        "def f(password):\n    return password == 'Passw0rd'\n"
    ),
    "parts of watched modules": (
        "import os as o\nimport sys\nimport os\n"
        "f(os.environ, os.path, sys.stdout, file=sys.stderr)\n"
        "x = [os.sep, sys.argv]\nbinary = getattr(os, 'O_BINARY', 0)\nforks = hasattr(os, 'nice')\n"
        "def g():\n    p = os\n    return p.getcwd(), o.sep\n"
    ),
    "time a function": (
        "import timeit\n\ndef work():\n    return 1\nx = timeit.timeit(work, number=3)\n"
        "y = timeit.repeat(lambda: work())\n"
    ),
    "configure logging": (
        "import logging.config\n"
        "logging.config.dictConfig({'version': 1, 'root': {'level': 'INFO'}})\n"
    ),
    "pairs of brackets": "PAIRS = {'()': 'round', '[]': 'square'}\n",
    "extensions of its own": "def f(bot):\n    bot.load_extension('greetings')\n",
}

RISKY = {
    "network": [
        "import socket\n",
        "import ssl as s\n",
        "import http.client\n",
        "from http import client\n",
        "from http.server import HTTPServer\n",
        "import urllib.request as r\n",
        "from urllib import request\n",
        "from urllib.request import urlopen\n",
        "def f():\n    import ftplib\n",
        "import smtplib, json\n",
        "import socketserver\n",
        "from xmlrpc.client import ServerProxy\n",
        "import requests\n",
        "from httpx import get\n",
        "import aiohttp.web\n",
        "import asyncio\n\nasync def f():\n    await asyncio.open_connection('a', 1)\n",
        "from asyncio import start_server\n\nasync def f():\n    await start_server(print)\n",
        "import asyncio\nloop = asyncio.new_event_loop()\nloop.create_server(print)\n",
        "def f(loop):\n    return loop.create_datagram_endpoint(print)\n",
        "import logging.handlers\nlogging.handlers.socket.socket()\n",
        "import logging.handlers as h\nx = h.HTTPHandler('a', 'b')\n",
        "import importlib\nx = importlib.import_module('sock' + 'et')\n",
        "import sys\nx = sys.modules['socket']\n",
        "from multiprocessing.connection import Listener\n",
    ],
    "subprocess": [
        "import subprocess\n",
        "from subprocess import run as go\n",
        "def f():\n    import subprocess as s\n    s.run(['ls'])\n",
        "import os\nos.system('ls')\n",
        "from os import popen\nx = popen('ls')\n",
        "import os\ngo = os.system\n",
        "import os\nx = getattr(os, 'sys' + 'tem')\n",
        "import os as o\no.execv('/bin/ls', [])\n",
        "import os\nos.posix_spawn('/bin/ls', [], {})\n",
        "import posix\nposix.system('ls')\n",
        "import shutil\nshutil.os.popen('ls')\n",
        "from os import *\n",
        "import pty\n",
        "import webbrowser\n",
        "import asyncio\n\nasync def f():\n    await asyncio.create_subprocess_shell('ls')\n",
        "import asyncio.subprocess\n",
        "import os\nx = vars(os)['system']\n",
        "import os\nx = os.__dict__['popen']\n",
        "from multiprocessing.util import spawnv_passfds\nspawnv_passfds(b'/bin/ls', [], [])\n",
        "import tkinter\ntkinter.Tcl().call('exec', 'ls')\n",
    ],
    "native-code": [
        "import sqlite3\ndb = sqlite3.connect('a')\ndb.load_extension('x')\n",
        "def f(db):\n    db.enable_load_extension(True)\n",
        "import ctypes\n",
        "from ctypes import util\n",
        "import cffi\n",
        "import importlib\nx = importlib.import_module('ctypes')\n",
    ],
    "dynamic-code": [
        "def f(x):\n    return eval(x)\n",
        "def f(x):\n    exec(x)\n",
        "exec('import ' + 'pytest')\n",
        "import importlib.util\nf = importlib.util.spec_from_file_location('a', 'a.txt')\n",
        "from importlib.machinery import SourceFileLoader\nf = SourceFileLoader('a', 'b')\n",
        "import zipimport\nzipimport.zipimporter('a.zip')\n",
        "import site\nsite.addsitedir('x')\n",
        "import builtins\nx = builtins.eval\n",
        "import builtins\nx = getattr(builtins, 'ev' + 'al')\n",
        "e = eval\n",
        "x = list(map(eval, ['1']))\n",
        "x = {'run': exec}\n",
        "x = compile('1', '', 'eval')\n",
        "x = __import__('json')\n",
        "def f(name):\n    return __import__(name)\n",
        "import importlib\n\ndef f(name):\n    return importlib.import_module(name)\n",
        "x = globals()['__builtins__']\n",
        "x = globals().get('__builtins__')\n",
        "x = __builtins__\n",
        "def f(x):\n    return x.__builtins__\n",
        "import builtins\n\ndef f(name):\n    return vars(builtins)[name]\n",
        "import os\n\ndef f(name):\n    return getattr(os, name)\n",
        "import operator\npick = operator.attrgetter('system')\n",
        "import types\n\ndef f(code):\n    return types.FunctionType(code, {})\n",
        "import runpy\nrunpy.run_path('x')\n",
        "import code\ncode.InteractiveInterpreter()\n",
        "def f(run=eval):\n    return run('1')\n",
        "import timeit\ntimeit.timeit('work()')\n",
        "import timeit\n\ndef f(text):\n    return timeit.repeat(stmt=text)\n",
        "import timeit\ntimeit.timeit(lambda: 1, 'import x')\n",
        "import pkgutil\nx = pkgutil.resolve_name('os:system')\n",
        "from pydoc import locate\nx = locate('os.system')\n",
        "import logging.config\nlogging.config.fileConfig('a.ini')\n",
        "from logging.config import dictConfig\ndictConfig({'filters': {'a': {'()': 'x.y'}}})\n",
        "import typing\ntyping.ForwardRef('x')._evaluate({}, {}, frozenset())\n",
        "import os\nclass A:\n    def __init__(self):\n        self.m = os\n",
        "import os\nclass A:\n    m = os\n",
        "import os\nm = os\n",
        "import os\nx = [os]\n",
        "import builtins\nx = {'b': builtins}\n",
        "import importlib as i\n\ndef f():\n    return i\n",
        "import os\nprint(os)\n",
        "import os, functools\nget = functools.partial(getattr, os)\n",
        "import os\nx = os.__getattribute__('system')\n",
        "import os\nx = object.__getattribute__(os, 'system')\n",
        "import os\nf = lambda: os\n",
        "import sys\n\ndef f(g):\n    g(module=sys)\n",
    ],
    "pickle": [
        "import pickle\n\ndef f(x):\n    return pickle.loads(x)\n",
        "from pickle import load\n\ndef f(x):\n    return load(x)\n",
        "import pickle as p\n\nclass U(p.Unpickler):\n    pass\n",
        "import marshal\n\ndef f(x):\n    return marshal.loads(x)\n",
        "import pickle\n\ndef f(x):\n    return pickle._loads(x)\n",
        "from pickle import _Unpickler\n\ndef f(x):\n    return _Unpickler(x)\n",
        "import shelve\nx = shelve.open('a')\n",
        "import yaml\nx = yaml.load('x')\n",
        "import yaml\nx = yaml.load('x', Loader=yaml.FullLoader)\n",
        "from yaml import load\n\ndef f(loader):\n    return load('x', loader)\n",
        "import numpy\nx = numpy.load('a', allow_pickle=True)\n",
    ],
    "secret": [
        "KEY = 'AKIA" + "QK3M7ZPLW2RT5VXB'\n",
        "x = 'ghp_" + RANDOM + RANDOM + "'\n",
        "x = 'sk-" + RANDOM + "'\n",
        "x = 'sk-ant-api03-" + RANDOM + "'\n",
        "# the key is sk-proj-" + RANDOM + "\nx = 1\n",
        "x = 'xoxb-" + "81726354-" + RANDOM + "'\n",
        f"api_key = '{RANDOM}'\n",
        f"API_KEY: str = '{RANDOM[:14]}' + '{RANDOM[14:]}'\n",
        f"class A:\n    def __init__(self):\n        self._secret = '{RANDOM}'\n",
        f"x = {{'auth_token': '{RANDOM}'}}\n",
        f"def f(access_key='{RANDOM}'):\n    return access_key\n",
        f"def f(*, clientSecret='{RANDOM}'):\n    return clientSecret\n",
        f"import os\nx = os.environ.get('APP_SECRET', '{RANDOM}')\n",
        f"f(token='{RANDOM}')\n",
        "password = 'hunter42!'\n",
        "password = 'hunter2'\n",
        "def f(password):\n    return password == 'tr0ub4dor'\n",
        "URL = 'postgres://admin:tr0ub4dor@db.host/x'\n",
        "KEY = '''-----BEGIN RSA PRIVATE KEY-----\n" + RANDOM * 3 + "\n'''\n",
        "def f():\n    '''Use ghp_" + RANDOM + RANDOM + ".'''\n",
    ],
    "sql": [
        "def f(db, name):\n    db.execute(f'SELECT a FROM b WHERE c = {name}')\n",
        "def f(db, name):\n    db.execute('SELECT a FROM b WHERE c = ' + name)\n",
        "def f(db, name):\n    db.execute('DELETE FROM b WHERE c = %s' % name)\n",
        "def f(db, name):\n    db.execute('INSERT INTO b VALUES ({})'.format(name))\n",
        "def f(db, name):\n    sql = f\"UPDATE b SET c = '{name}'\"\n    db.executescript(sql)\n",
        "def f(db, name):\n    db.execute(f'SELECT\\n a FROM b WHERE c = {name}')\n",
        "def f(db, n):\n    q = 'SELECT a FROM b'\n    q += f' WHERE c = {n}'\n    db.execute(q)\n",
        "def f(db, name):\n    db.execute(f'WITH a AS (SELECT {name}) SELECT 1 FROM a')\n",
        "Q = 'DELETE FROM b WHERE c = {}'\ndef f(db, n):\n    db.execute(Q.format(n))\n",
        "Q = 'DELETE FROM b WHERE c = {n}'\ndef f(db, n):\n    db.execute(Q.format(n=n))\n",
        "def q(n):\n    return f'SELECT a FROM {n}'\ndef f(db, n):\n    db.execute(q(n))\n",
        "class A:\n    def _q(self, n):\n        return f'DROP TABLE {n}'\n"
        "    def f(self, n):\n        self.db.execute(self._q(n))\n",
        "def f(db, some):\n    c = ', '.join(f'{k} = ?' for k in some)\n"
        "    db.execute(f'UPDATE t SET {c}')\n",
    ],
}
