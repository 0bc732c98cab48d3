package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/web"
)

// servePage serves the web page and its assets. They need no authentication, because they have no
// data: the page reads it from the API.
func (s *Server) servePage(e *echo.Echo) {
	e.GET("/", func(c echo.Context) error {
		c.Response().Header().Set(contentSecurityPolicy, pagePolicy)
		c.Response().Header().Set("Cache-Control", "no-cache")
		return c.HTMLBlob(http.StatusOK, web.Index())
	})
	dir := "/" + web.Folder() + "/"
	files := http.StripPrefix(dir, http.FileServerFS(web.Assets()))
	e.GET(dir+"*", func(c echo.Context) error {
		if path := c.Param("*"); path == "" || path[len(path)-1] == '/' {
			return echo.ErrNotFound // no directory listings
		}
		c.Response().Header().Set(contentSecurityPolicy, pagePolicy)
		c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		files.ServeHTTP(c.Response(), c.Request())
		return nil
	})
}
