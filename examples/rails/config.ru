# The routes of the studies on Rails, in one file as in its guide's templates: FOLDER=... puma config.ru
require "action_controller/railtie"
require "active_record/railtie"
require "jwt"

FOLDER = ENV.fetch("FOLDER")
SECRET = "measured on loopback, secret to nobody"
TEXT = "All that a page says to everybody. " * 120
# One connection in each process: a thread that waits for SQLite's lock stops Ruby's other threads.
ENV["DATABASE_URL"] = "sqlite3:#{FOLDER}/data.db?pool=1&timeout=20000"

class Studies < Rails::Application
  config.load_defaults 6.1
  config.eager_load = true
  config.action_controller.default_protect_from_forgery = false
  config.secret_key_base = SECRET * 2
  config.logger = Logger.new(nil)
  config.session_store :cookie_store, key: "studies"
  config.public_file_server.enabled = false
  config.middleware.insert_before 0, Rack::Static, urls: ["/static"], root: FOLDER
end

class Name < ActiveRecord::Base
end

class Todo < ActiveRecord::Base
end

class EndpointsController < ActionController::Base
  def greet = render(plain: "Hello!")

  def fibonacci
    a, b = 0, 1
    params[:n].to_i.times { a, b = b, a + b }
    render plain: a.to_s
  end

  def name_list = render(json: Name.order(:id).pluck(:name))
  def find_by_name = render(json: Name.where(name: params[:name]))
  def verb = render(json: { method: request.method }, status: request.post? ? :created : :ok)
  def login = render(json: { token: JWT.encode({ sub: params[:login] }, SECRET, "HS256") })
  def upload = render(json: { bytes: request.raw_post.bytesize })

  def page
    session[:visits] = session[:visits].to_i + 1
    render html: "<p>Visit #{session[:visits]}</p><p>#{TEXT}</p>".html_safe
  end
end

class TodosController < ActionController::Base
  before_action :authenticate
  before_action :find_todo, only: %i[show update destroy]

  def index = render(json: Todo.order(id: :desc).limit(params.fetch(:limit, 100)))
  def show = render(json: @todo)
  def create = render(json: Todo.create!(owner: @user, title: params[:title]), status: :created)

  def update
    @todo.update!(params.permit(:title, :done))
    render json: @todo
  end

  def destroy
    @todo.destroy!
    head :no_content
  end

  private

  def authenticate
    authenticate_or_request_with_http_token do |token|
      @user = JWT.decode(token, SECRET, true, algorithm: "HS256").first["sub"]
    rescue JWT::DecodeError
      nil
    end
  end

  def find_todo
    @todo = Todo.find(params[:id])
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

ActiveRecord::Base.connection.execute "PRAGMA journal_mode = WAL"
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:names) { |table| table.string :name }
  create_table :todos do |table|
    table.string :owner
    table.string :title
    table.boolean :done, default: false
  end
end
Name.insert_all JSON.parse(File.read("#{__dir__}/../names.json")).map { |name| { name: name } }
# A connection is not for the workers, which are forked from here.
ActiveRecord::Base.connection_handler.clear_all_connections!

run Studies
