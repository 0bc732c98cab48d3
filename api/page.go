package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"box2el-owl/api/web"
)

// servePage serves the web page and what it refers to. There is nothing in it that only some may
// know; what it shows it asks the API for.
func (s *Server) servePage(e *echo.Echo) {
	e.GET("/", func(c echo.Context) error {
		c.Response().Header().Set("Content-Security-Policy", pagePolicy)
		c.Response().Header().Set("Cache-Control", "no-cache")
		return c.HTMLBlob(http.StatusOK, web.Index())
	})
	folder := "/" + web.Folder() + "/"
	files := http.StripPrefix(folder, http.FileServerFS(web.Assets()))
	e.GET(folder+"*", func(c echo.Context) error {
		if path := c.Param("*"); path == "" || path[len(path)-1] == '/' {
			return echo.ErrNotFound // no lists of files
		}
		c.Response().Header().Set("Content-Security-Policy", pagePolicy)
		c.Response().Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		files.ServeHTTP(c.Response(), c.Request())
		return nil
	})
}
