-- The first of the headers of a name. (A variable of nginx has the first up to 1.22, and all of them from 1.23 on.)
return function(name)
  local value = ngx.req.get_headers()[name]
  return type(value) == 'table' and value[1] or value or ''
end
