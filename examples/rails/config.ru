# The routes of the studies on Rails, as its guides would write them, in one file: FOLDER=... puma config.ru
require "action_controller/railtie"
require "json"
require "jwt"
require "sqlite3"

FOLDER = ENV.fetch("FOLDER")
SECRET = "measured on loopback, secret to nobody"
TEXT = "All that a page says to everybody. " * 120

class Studies < Rails::Application
  config.load_defaults 6.1
  config.eager_load = true
  config.action_controller.default_protect_from_forgery = false
  config.secret_key_base = SECRET * 2
  config.hosts.clear
  config.logger = Logger.new(nil)
  config.session_store :cookie_store, key: "studies"
  config.public_file_server.enabled = false
  config.middleware.insert_before 0, Rack::Static, urls: ["/static"], root: FOLDER
end

SQLite3::Database.new("#{FOLDER}/data.db") do |created|
  created.execute_batch <<~SQL
    PRAGMA journal_mode = WAL;
    CREATE TABLE todos (id INTEGER PRIMARY KEY, owner TEXT, title TEXT, done INTEGER);
    CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT);
  SQL
  JSON.parse(File.read(File.join(__dir__, "../names.json"))).each do |name|
    created.execute "INSERT INTO names (name) VALUES (?)", name
  end
end
class ApplicationController < ActionController::Base
  private

  # A connection for each thread, opened in the worker that uses it.
  def db
    Thread.current[:db] ||= SQLite3::Database.new("#{FOLDER}/data.db", results_as_hash: true).tap do |opened|
      opened.busy_timeout = 20_000
      opened.execute "PRAGMA synchronous = NORMAL"
    end
  end
end

class EndpointsController < ApplicationController
  def greet = render(plain: "Hello!")

  def fibonacci
    a, b = 0, 1
    params[:n].to_i.times { a, b = b, a + b }
    render plain: a.to_s
  end

  def name_list = render(json: db.execute("SELECT name FROM names ORDER BY id").map { |row| row["name"] })
  def find_by_name = render(json: db.execute("SELECT id, name FROM names WHERE name = ?", params[:name]))
  def verb = render(json: { method: request.method }, status: request.post? ? 201 : 200)
  def login = render(json: { token: JWT.encode({ sub: params[:login] }, SECRET, "HS256") })
  def upload = render(json: { bytes: request.raw_post.bytesize })

  def page
    session[:visits] = session[:visits].to_i + 1
    render html: "<p>Visit #{session[:visits]}</p><p>#{TEXT}</p>".html_safe
  end
end

class TodosController < ApplicationController

  def create
    db.execute "INSERT INTO todos (owner, title, done) VALUES (?, ?, 0)", [@user, params[:title]]
    render json: { id: db.last_insert_row_id, title: params[:title], done: false }, status: 201
  end

  def index = render(json: db.execute("SELECT * FROM todos ORDER BY id DESC LIMIT ?", (params[:limit] || 100).to_i))

  def show
    todo = db.execute("SELECT * FROM todos WHERE id = ?", params[:id].to_i).first
    render json: todo || {}, status: todo ? 200 : 404
  end

  def update
    db.execute "UPDATE todos SET title = ?, done = ? WHERE id = ?", [params[:title], params[:done] ? 1 : 0, params[:id].to_i]
    render json: { id: params[:id].to_i, title: params[:title], done: params[:done] }
  end

  def destroy
    db.execute "DELETE FROM todos WHERE id = ?", params[:id].to_i
    head 204
  end

  private

  def authenticate
    token = request.authorization.to_s.delete_prefix("Bearer ")
    @user = JWT.decode(token, SECRET, true, algorithm: "HS256").first["sub"]
  rescue JWT::DecodeError
    head 401
  end
end

Studies.initialize!
Studies.routes.draw do
  get "/greet", to: "endpoints#greet"
  get "/fibonacci/:n", to: "endpoints#fibonacci"
  get "/name_list", to: "endpoints#name_list"
  get "/find_by_name", to: "endpoints#find_by_name"
  match "/method", to: "endpoints#verb", via: %i[get post put delete]
  post "/login", to: "endpoints#login"
  get "/page", to: "endpoints#page"
  post "/upload", to: "endpoints#upload"
  resources :todos, only: %i[create index show update destroy]
end
run Studies
